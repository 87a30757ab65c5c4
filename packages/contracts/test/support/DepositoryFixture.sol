// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Depository} from "../../src/Depository.sol";
import {IDepository} from "../../src/interfaces/IDepository.sol";
import {PlainToken} from "./WeirdTokens.sol";
import {vm} from "./Vm.sol";

/// @notice One depository, its people and a plain token.
abstract contract DepositoryFixture {
    uint256 internal constant ALLOCATOR_KEY = 0xa110c;
    uint256 internal constant START = 1_800_000_000;
    uint256 internal constant DELAY = 7 days;
    uint208 internal constant CAPACITY = 1_000 ether;
    uint48 internal constant WINDOW = 1_000;
    bytes32 internal constant ID = keccak256("order 1");
    bytes32 internal constant OTHER_ID = keccak256("order 2");
    address internal constant NATIVE = address(0);

    address internal owner = address(0x0111e5);
    address internal guardian = address(0x6ad1a);
    address internal user = address(0x05e5);
    address internal recipient = address(0x4ec1);
    address internal stranger = address(0x57a6);
    address internal allocator = vm.addr(ALLOCATOR_KEY);

    Depository internal depository;
    PlainToken internal token;

    function setUp() public virtual {
        vm.warp(START);
        token = new PlainToken();
        IDepository.TokenLimit[] memory limits = new IDepository.TokenLimit[](1);
        limits[0] = IDepository.TokenLimit(address(token), IDepository.Limit(CAPACITY, WINDOW));
        depository = new Depository(
            owner, allocator, guardian, DELAY, IDepository.Limit(type(uint208).max, 1), limits
        );
        vm.deal(user, 10_000 ether);
        vm.deal(stranger, 10_000 ether);
        token.mint(user, 10_000 ether);
        vm.prank(user);
        token.approve(address(depository), type(uint256).max);
    }

    function deposit(bytes32 id, uint256 amount) internal {
        vm.prank(user);
        depository.depositErc20(user, address(token), amount, id);
    }

    function depositNative(bytes32 id, uint256 amount) internal {
        vm.prank(user);
        depository.depositNative{value: amount}(user, id);
    }

    /// @dev A withdrawal of one release to the recipient, valid for a minute.
    function single(address asset, bytes32 id, address depositor, uint256 amount, uint256 nonce)
        internal
        view
        returns (IDepository.Withdrawal memory)
    {
        IDepository.Release[] memory releases = new IDepository.Release[](1);
        releases[0] = IDepository.Release(id, depositor, amount);
        return IDepository.Withdrawal(releases, asset, recipient, amount, nonce, block.timestamp + 60);
    }

    function sign(IDepository.Withdrawal memory withdrawal) internal view returns (bytes memory) {
        return signWith(ALLOCATOR_KEY, withdrawal);
    }

    function signWith(uint256 key, IDepository.Withdrawal memory withdrawal) internal view returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, depository.hashWithdrawal(withdrawal));
        return abi.encodePacked(r, s, v);
    }

    function execute(IDepository.Withdrawal memory withdrawal) internal {
        bytes memory signature = sign(withdrawal);
        vm.prank(stranger);
        depository.withdraw(withdrawal, signature);
    }

    function expectRefusal(IDepository.Withdrawal memory withdrawal, bytes memory reason) internal {
        expectRefusal(withdrawal, sign(withdrawal), reason);
    }

    function expectRefusal(IDepository.Withdrawal memory withdrawal, bytes memory signature, bytes memory reason)
        internal
    {
        vm.expectRevert(reason);
        depository.withdraw(withdrawal, signature);
    }
}
