// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ApprovalProxy} from "../src/ApprovalProxy.sol";
import {DepositAddresses} from "../src/DepositAddresses.sol";
import {Filler} from "../src/Filler.sol";
import {Router} from "../src/Router.sol";
import {FillPlan} from "../src/interfaces/IFiller.sol";
import {IDepository} from "../src/interfaces/IDepository.sol";
import {Plan, Settlement} from "../src/interfaces/IRouter.sol";
import {Call} from "../src/interfaces/ICallRunner.sol";
import {DepositoryFixture} from "./support/DepositoryFixture.sol";
import {vm} from "./support/Vm.sol";

/// @notice One call a test, for `.gas-snapshot`. The contracts are in use already: no first-time storage of theirs.
contract GasTest is DepositoryFixture {
    Filler private filler;
    DepositAddresses private addresses;
    ApprovalProxy private proxy;
    Plan private plan;
    bytes private native;
    bytes private erc20;
    bytes private batch;

    function setUp() public override {
        super.setUp();
        filler = new Filler(address(depository));
        addresses = new DepositAddresses(depository);
        vm.deal(recipient, 1);
        token.mint(recipient, 1);
        vm.prank(user);
        token.approve(address(filler), type(uint256).max);
        for (uint256 i = 1; i <= 10; ++i) {
            deposit(bytes32(i), 100);
            depositNative(bytes32(i), 100);
        }
        execute(single(address(token), bytes32(uint256(10)), user, 1, 0));
        vm.startPrank(user);
        depository.requestReclaim(bytes32(uint256(9)), address(token));
        vm.stopPrank();
        _prepare();
        _fundAddresses();
        _preparePlan();
    }

    function test_DepositNative() public {
        vm.prank(user);
        depository.depositNative{value: 5}(user, ID);
    }

    function test_DepositErc20() public {
        vm.prank(user);
        depository.depositErc20(user, address(token), 5, ID);
    }

    function test_SweepNativeFirst() public {
        addresses.sweep(bytes32(uint256(1)), stranger, _only(NATIVE));
    }

    function test_SweepErc20First() public {
        addresses.sweep(bytes32(uint256(1)), stranger, _only(address(token)));
    }

    function test_SweepErc20Again() public {
        addresses.sweep(bytes32(uint256(2)), stranger, _only(address(token)));
    }

    function test_PullDepositErc20() public {
        vm.prank(user);
        proxy.pull(address(token), 5, plan);
    }

    function test_WithdrawNative() public {
        _submit(native);
    }

    function test_WithdrawErc20WithLimit() public {
        _submit(erc20);
    }

    function test_WithdrawErc20TenReleases() public {
        _submit(batch);
    }

    function test_RequestReclaim() public {
        vm.prank(user);
        depository.requestReclaim(bytes32(uint256(1)), address(token));
    }

    function test_Reclaim() public {
        vm.warp(START + DELAY);
        vm.prank(user);
        depository.reclaim(bytes32(uint256(9)), address(token));
    }

    function test_FillNative() public {
        vm.prank(user);
        filler.fillNative{value: 5}(ID, recipient);
    }

    function test_FillErc20() public {
        vm.prank(user);
        filler.fillErc20(ID, address(token), recipient, 5);
    }

    function test_FillWithOneCall() public {
        Call[] memory calls = new Call[](1);
        calls[0] = Call(address(token), 0, abi.encodeCall(token.transfer, (recipient, 4)));
        vm.prank(user);
        filler.fillWithCalls(ID, address(token), 5, calls, recipient);
    }

    function test_FillPlanWithCallAndTopup() public {
        FillPlan memory order;
        (order.token, order.amount, order.paid) = (address(token), 5, address(token));
        (order.minimum, order.maximum, order.to, order.topup) = (5, 5, recipient, 1);
        order.calls = new Call[](1);
        order.calls[0] = Call(address(token), 0, abi.encodeCall(token.transfer, (recipient, 4)));
        vm.prank(user);
        filler.fillPlan{value: 1}(ID, order);
    }

    function _prepare() private {
        native = _encode(single(NATIVE, bytes32(uint256(1)), user, 100, 1));
        erc20 = _encode(single(address(token), bytes32(uint256(1)), user, 100, 2));
        IDepository.Withdrawal memory many = single(address(token), 0, user, 10, 3);
        many.releases = new IDepository.Release[](10);
        for (uint256 i = 0; i < 10; ++i) {
            many.releases[i] = IDepository.Release(bytes32(i + 1), user, 1);
        }
        batch = _encode(many);
    }

    function _encode(IDepository.Withdrawal memory withdrawal) private view returns (bytes memory) {
        return abi.encodeCall(IDepository.withdraw, (withdrawal, sign(withdrawal)));
    }

    function _submit(bytes memory data) private {
        (bool success,) = address(depository).call(data);
        vm.assertTrue(success);
    }

    /// @dev Moves a token into the depository without a call on the way.
    function _preparePlan() private {
        proxy = new Router(address(depository)).PROXY();
        vm.prank(user);
        token.approve(address(proxy), type(uint256).max);
        plan.settlement = Settlement(bytes32(uint256(1)), user, address(token), 5, 5);
        plan.refundTo = user;
        plan.deadline = block.timestamp;
    }

    /// @dev Two addresses with money, the second of them used before.
    function _fundAddresses() private {
        for (uint256 i = 1; i <= 2; ++i) {
            address account = addresses.computeDepositAddress(bytes32(i), stranger);
            vm.deal(account, 100);
            token.mint(account, 100);
            if (i == 2) addresses.sweep(bytes32(i), stranger, _only(address(token)));
        }
        token.mint(addresses.computeDepositAddress(bytes32(uint256(2)), stranger), 100);
    }

    function _only(address asset) private pure returns (address[] memory tokens) {
        tokens = new address[](1);
        tokens[0] = asset;
    }
}
