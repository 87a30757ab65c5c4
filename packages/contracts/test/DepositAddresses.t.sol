// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {DepositAddresses} from "../src/DepositAddresses.sol";
import {IDepositAddress} from "../src/interfaces/IDepositAddress.sol";
import {IDepositAddresses} from "../src/interfaces/IDepositAddresses.sol";
import {IDepository} from "../src/interfaces/IDepository.sol";
import {DepositoryFixture} from "./support/DepositoryFixture.sol";
import {vm} from "./support/Vm.sol";
import {BlockingToken, FeeToken, HookToken, PlainToken, SilentToken} from "./support/WeirdTokens.sol";

contract DepositAddressesTest is DepositoryFixture {
    DepositAddresses private factory;
    address private account;

    function setUp() public override {
        super.setUp();
        factory = new DepositAddresses(depository);
        account = factory.computeDepositAddress(ID, user);
    }

    // Addresses

    function test_TheAddressIsAMinimalCloneSaltedWithIdAndDepositor() public view {
        bytes32 salt = keccak256(abi.encodePacked(ID, user));
        vm.assertEq(account, Clones.predictDeterministicAddress(factory.ACCOUNT(), salt, address(factory)));
    }

    function testFuzz_EveryIdAndDepositorHasAnAddressOfItsOwn(bytes32 id, address depositor) public view {
        vm.assume(id != 0 && depositor != address(0));
        vm.assume(id != ID || depositor != user);
        vm.assertTrue(factory.computeDepositAddress(id, depositor) != account);
    }

    function test_RefusesIdsAndDepositorsThatTheDepositoryWouldNotTake() public {
        vm.expectRevert(IDepositAddresses.ZeroId.selector);
        factory.computeDepositAddress(0, user);
        vm.expectRevert(IDepositAddresses.ZeroDepositor.selector);
        factory.computeDepositAddress(ID, address(0));
        vm.expectRevert(IDepositAddresses.ZeroId.selector);
        factory.sweep(0, user, _native());
        vm.expectRevert(IDepositAddresses.ZeroDepositor.selector);
        factory.sweep(ID, address(0), _native());
    }

    // Sweeps

    function test_SweepsNativeAndTokensThatArrivedBeforeTheCode() public {
        _send(account, 7);
        token.mint(account, 11);
        address[] memory tokens = new address[](2);
        (tokens[0], tokens[1]) = (NATIVE, address(token));
        vm.expectEmit(address(depository));
        emit IDepository.Deposit(ID, user, NATIVE, 7, account);
        vm.expectEmit(address(factory));
        emit IDepositAddresses.Swept(ID, user, account, NATIVE, 7);
        vm.expectEmit(address(depository));
        emit IDepository.Deposit(ID, user, address(token), 11, account);
        vm.expectEmit(address(factory));
        emit IDepositAddresses.Swept(ID, user, account, address(token), 11);
        vm.prank(stranger);
        vm.assertEq(factory.sweep(ID, user, tokens), account);
        _assertHeld(ID, user, NATIVE, 7);
        _assertHeld(ID, user, address(token), 11);
        _assertEmpty(account);
    }

    function test_SweepsAgainWhenMoneyArrivesAgain() public {
        token.mint(account, 11);
        factory.sweep(ID, user, _only(address(token)));
        token.mint(account, 5);
        factory.sweep(ID, user, _only(address(token)));
        _assertHeld(ID, user, address(token), 16);
        _send(account, 3);
        factory.sweep(ID, user, _native());
        _assertHeld(ID, user, NATIVE, 3);
        _assertEmpty(account);
    }

    function test_AnEmptyAddressIsPassedOver() public {
        vm.recordLogs();
        factory.sweep(ID, user, _only(address(token)));
        factory.sweep(ID, user, _native());
        factory.sweep(ID, user, new address[](0));
        vm.assertEq(vm.getRecordedLogs().length, 0);
        _assertHeld(ID, user, address(token), 0);
    }

    function test_ATokenNamedTwiceIsDepositedOnce() public {
        token.mint(account, 11);
        address[] memory tokens = new address[](2);
        (tokens[0], tokens[1]) = (address(token), address(token));
        factory.sweep(ID, user, tokens);
        _assertHeld(ID, user, address(token), 11);
    }

    function testFuzz_NobodysSweepReachesAnotherAddress(bytes32 id, address depositor, uint96 amount) public {
        vm.assume(id != 0 && depositor != address(0) && amount != 0);
        vm.assume(id != ID || depositor != user);
        token.mint(account, amount);
        vm.prank(stranger);
        factory.sweep(id, depositor, _only(address(token)));
        vm.assertEq(token.balanceOf(account), amount);
        factory.sweep(ID, user, _only(address(token)));
        _assertHeld(ID, user, address(token), amount);
        vm.assertEq(depository.totalEscrow(address(token)), amount);
    }

    function test_OnlyTheFactoryMayForward() public {
        token.mint(account, 11);
        factory.sweep(ID, user, _native());
        vm.expectRevert(abi.encodeWithSelector(IDepositAddress.NotFactory.selector, stranger));
        vm.prank(stranger);
        IDepositAddress(account).forward(OTHER_ID, stranger, address(token));
        address implementation = factory.ACCOUNT();
        vm.expectRevert(abi.encodeWithSelector(IDepositAddress.NotFactory.selector, stranger));
        vm.prank(stranger);
        IDepositAddress(implementation).forward(OTHER_ID, stranger, address(token));
    }

    function test_AnotherFactoryHasOtherAddresses() public {
        DepositAddresses other = new DepositAddresses(depository);
        vm.assertTrue(other.computeDepositAddress(ID, user) != account);
        token.mint(account, 11);
        other.sweep(ID, user, _only(address(token)));
        vm.assertEq(token.balanceOf(account), 11);
    }

    function test_WaitsWhileDepositsArePaused() public {
        token.mint(account, 11);
        vm.prank(guardian);
        depository.pauseDeposits();
        vm.expectRevert(IDepository.DepositsArePaused.selector);
        factory.sweep(ID, user, _only(address(token)));
        vm.prank(owner);
        depository.unpauseDeposits();
        factory.sweep(ID, user, _only(address(token)));
        _assertHeld(ID, user, address(token), 11);
    }

    function test_TheDepositorMayReclaimWhatNobodyUsed() public {
        PlainToken wrong = new PlainToken();
        wrong.mint(account, 11);
        factory.sweep(ID, user, _only(address(wrong)));
        vm.prank(user);
        depository.requestReclaim(ID, address(wrong));
        vm.warp(START + DELAY);
        vm.prank(user);
        depository.reclaim(ID, address(wrong));
        vm.assertEq(wrong.balanceOf(user), 11);
    }

    // Odd tokens

    function test_CreditsWhatArrivesOfATokenThatTakesAFee() public {
        FeeToken fee = new FeeToken();
        fee.mint(account, 1_000);
        factory.sweep(ID, user, _only(address(fee)));
        _assertHeld(ID, user, address(fee), fee.balanceOf(address(depository)));
        vm.assertTrue(fee.balanceOf(address(depository)) < 1_000);
    }

    function test_TakesATokenThatReturnsNothing() public {
        SilentToken silent = new SilentToken();
        silent.mint(account, 11);
        factory.sweep(ID, user, _only(address(silent)));
        _assertHeld(ID, user, address(silent), 11);
    }

    function test_ATokenThatCallsBackDepositsOnce() public {
        HookToken hook = new HookToken();
        hook.mint(account, 11);
        hook.setHook(address(factory), abi.encodeCall(factory.sweep, (ID, user, _only(address(hook)))));
        factory.sweep(ID, user, _only(address(hook)));
        vm.assertTrue(hook.reached() && hook.succeeded());
        _assertHeld(ID, user, address(hook), 11);
        vm.assertEq(hook.balanceOf(address(depository)), 11);
    }

    function test_ABlockedTokenLeavesTheOthersFree() public {
        BlockingToken blocking = new BlockingToken();
        blocking.mint(account, 11);
        blocking.setBlocked(account, true);
        token.mint(account, 5);
        vm.expectRevert();
        factory.sweep(ID, user, _only(address(blocking)));
        factory.sweep(ID, user, _only(address(token)));
        _assertHeld(ID, user, address(token), 5);
    }

    function _assertHeld(bytes32 id, address depositor, address asset, uint256 amount) private view {
        vm.assertEq(depository.escrowOf(id, depositor, asset), amount);
    }

    function _assertEmpty(address who) private view {
        vm.assertEq(who.balance, 0);
        vm.assertEq(token.balanceOf(who), 0);
        vm.assertEq(token.allowance(who, address(depository)), 0);
    }

    function _send(address to, uint256 amount) private {
        vm.prank(user);
        (bool success,) = to.call{value: amount}("");
        vm.assertTrue(success);
    }

    function _native() private pure returns (address[] memory) {
        return _only(NATIVE);
    }

    function _only(address asset) private pure returns (address[] memory tokens) {
        tokens = new address[](1);
        tokens[0] = asset;
    }
}
